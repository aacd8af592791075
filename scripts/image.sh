#!/usr/bin/env bash
# Builds the image for amd64 and arm64, with Docker or Buildah: scripts/image.sh NAME:TAG [option…]
# Options are passed on, such as --build-arg BASE=… or, with Docker, --push. Docker needs no emulation for
# the other architecture; versions of Buildah that ignore FROM --platform need QEMU (qemu-user-static).
set -euo pipefail
cd "$(dirname "$0")/.."
name=${1:?Usage: scripts/image.sh NAME:TAG [option…]}
shift
platforms=${PLATFORMS:-linux/amd64,linux/arm64}

if docker buildx version >/dev/null 2>&1 && docker info >/dev/null 2>&1; then
  docker buildx build --platform "$platforms" --tag "$name" "$@" .
elif command -v buildah >/dev/null; then
  buildah bud --format docker --platform "$platforms" --manifest "$name" "$@" .
else
  echo 'Install Docker with buildx, or Buildah.' >&2
  exit 1
fi
