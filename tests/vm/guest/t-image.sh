#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# An image of a held queue shows what the queue itself shows, two images tell
# what was completed between them, and a file is saved whole or not at all.
. "${0%/*}/lib.sh"
. "${0%/*}/lib-held.sh"

save()
{
	ibv_wqedump show -d mlx5_0 -q "$qpn" --save "$@"
}

# refused PATTERN COMMAND...: it fails, and says why.
refused()
{
	local pattern=$1
	shift
	! "$@" >/tmp/refused 2>&1 && grep -q "$pattern" /tmp/refused
}

need_held
mkdir /tmp/images
cd /tmp/images || exit 1
emuctl qp "$qpn" >/tmp/emu-old.json
save old
result $? "save the queue"
[ "$(stat -c %a old)" = 600 ]
result $? "nobody else may read the image"
ibv_wqedump show -d mlx5_0 -q "$qpn" --all -x -j >/tmp/live.json
result $? "show the queue"
ibv_wqedump show old --all -x -j >/tmp/image.json
result $? "show the image"
ibv_wqedump decode old -j >/tmp/decoded.json
result $? "decode knows an image"

cp old before
refused 'is there already: use --force' save old && cmp old before
result $? "an image that is there is not replaced"
mkdir full && mount -t tmpfs -o size=4k none full
refused 'No space left' save full/new
result $? "an image that does not fit is refused"
[ -z "$(ls -A full)" ] && [ "$(ls -A .)" = "$(printf 'before\nfull\nold')" ]
result $? "and nothing is left of it"

emuctl step "$qpn" 3 >/dev/null && wait_for 300 all_posted
result $? "three requests complete, and as many are posted"
emuctl qp "$qpn" >/tmp/emu-new.json
save new
result $? "save the queue again"
ibv_wqedump diff -x -j old new >/tmp/diff.json
result $? "compare the images"
refused 'is newer' ibv_wqedump diff new old
result $? "only in their order"
python3 "${0%/*}/image.py"
result $? "agree with the queue and with the emulated adapter"
save old --force && cmp -s old before
[ $? -eq 1 ]
result $? "an image is replaced if it has to be"
emuctl release all >/dev/null
end_pair "both ib_write_bw end with success"
finish
