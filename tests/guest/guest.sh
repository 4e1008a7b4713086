#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# guest.sh FOLDER ARCHIVE: makes a virtual machine with Debian 12 in FOLDER, unpacks the archive of the headless programs
# in it and runs situations.sh there. ACCEL=tcg where KVM does not work (ten times as slow), PORT: one that is free.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$1 archive=$(realpath "$2") port=${PORT:-2222} accel=${ACCEL:-kvm}
mkdir -p "$folder"
cd "$folder"
packages=systemd,systemd-sysv,udev,dbus,dbus-user-session,libpam-systemd,openssh-server,openssh-client,sudo,procps
packages=$packages,bubblewrap,g++,python3,podman,crun,uidmap,iproute2,linux-image-amd64,initramfs-tools
[ -e root.tar ] || mmdebstrap --variant=minbase --include="$packages" bookworm root.tar
[ -e key ] || ssh-keygen -q -t ed25519 -N '' -f key

# The machine's disk: two users, keys for them, and the archive.
rm -rf root
mkdir root
tar -C root -xf root.tar --numeric-owner
cp root/boot/vmlinuz-* vmlinuz
cp root/boot/initrd.img-* initrd
echo guest >root/etc/hostname
echo '127.0.0.1 localhost guest' >root/etc/hosts
echo '/dev/vda / ext4 defaults 0 1' >root/etc/fstab
printf '[Match]\nName=en* eth*\n[Network]\nDHCP=yes\n' >root/etc/systemd/network/80-dhcp.network
chroot root systemctl enable systemd-networkd ssh >/dev/null 2>&1
for user in alice bob; do chroot root useradd -m -s /bin/bash $user; done
for home in root home/alice home/bob; do
    mkdir -p "root/$home/.ssh"
    cp key.pub "root/$home/.ssh/authorized_keys"
done
cp key root/root/.ssh/id_ed25519
printf 'Host *\nStrictHostKeyChecking no\nUserKnownHostsFile /dev/null\nLogLevel ERROR\n' >root/root/.ssh/config
chmod -R go= root/root/.ssh root/home/*/.ssh
for user in alice bob; do chroot root chown -R $user:$user /home/$user; done
mkdir root/opt/kloupe
tar -C root/opt/kloupe -xzf "$archive" --strip-components=1 --no-same-owner
cp "$here/situations.sh" root/opt/
rm -f disk.img
truncate -s 8G disk.img
mke2fs -q -t ext4 -F -d root disk.img
rm -rf root

cpu=host
[ "$accel" = kvm ] || cpu=max
qemu-system-x86_64 -machine q35 -accel "$accel" -cpu $cpu -smp 2 -m 4096 -nographic -no-reboot -kernel vmlinuz \
    -initrd initrd -append 'root=/dev/vda rw console=ttyS0 quiet no_timer_check' \
    -drive file=disk.img,if=virtio,format=raw,cache=unsafe -device virtio-net-pci,netdev=net,romfile= \
    -netdev "user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:$port-:22" </dev/null >console.log 2>&1 &
machine=$!
trap 'kill $machine' EXIT
inside() {
    ssh -q -i key -p "$port" -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o ConnectTimeout=10 root@127.0.0.1 "$@"
}
tries=120
until inside true; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] && kill -0 $machine || { echo "the machine does not start: $folder/console.log" >&2; exit 1; }
    sleep 5
done
inside bash /opt/situations.sh /opt/kloupe/bin/kloupe
