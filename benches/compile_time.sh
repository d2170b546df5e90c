#!/usr/bin/env bash
# Compile time beside other libraries, in CPU seconds (user and system), the least of several rounds in turns.
#
#   benches/compile_time.sh [ROUNDS]
#
# "clean" is a release build of a small crate with everything it depends on, beside one that uses gecs.
# "check", "debug" and "release" compile one file again after an edit, its dependencies being ready: 50 components of three fields and 50 queries of three
# terms, beside the same with hecs (`query_mut` and a `for` loop). The check is incremental, as cargo has it; the builds are not. Of these only the
# compiler's time for that file counts, not cargo's.
set -euo pipefail

rounds=${1:-5}
here=$(cd "$(dirname "$0")" && pwd)
laige="laige = { path = \"$here/..\" }"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CARGO_TARGET_DIR RUSTFLAGS RUSTC_WRAPPER
failed=0

# A crate NAME with DEPENDENCY; its source comes from standard input.
make_crate() {
    mkdir -p "$work/$1/src"
    printf '[package]\nname = "%s"\nversion = "0.0.0"\nedition = "2024"\n[dependencies]\n%s\n[workspace]\n' \
        "$1" "$2" >"$work/$1/Cargo.toml"
    cat >"$work/$1/src/main.rs"
    cp "$here/../rust-toolchain.toml" "$work/$1/"
    (cd "$work/$1" && cargo fetch -q)
}

# Runs a command; its CPU seconds go to the file TIMES, a line each.
timed() {
    local times=$1 TIMEFORMAT='%U %S'
    shift
    { time "$@" 2>"$work/errors"; } 2>"$work/time" || { cat "$work/errors" >&2; exit 1; }
    awk '{ print $1 + $2 }' "$work/time" >>"$times"
}

least() { sort -g "$1" | head -1; }

# Reports the ratio of the least of OURS and THEIRS (files of seconds) against LIMIT.
report() {
    local name=$1 ours=$2 theirs=$3 limit=$4
    awk -v name="$name" -v ours="$(least "$ours")" -v theirs="$(least "$theirs")" -v limit="$limit" 'BEGIN {
        ratio = ours / theirs
        printf "%s  %-28s %5.2f of %.2f  | laige %.2f s | other %.2f s\n",
            (ratio <= limit ? "PASS" : "FAIL"), name, ratio, limit, ours, theirs
        exit ratio > limit
    }' || failed=$((failed + 1))
}

small_laige() {
    cat <<'RUST'
use laige::prelude::*;
#[component]
struct Pos { x: f32, y: f32 }
#[component]
struct Vel { x: f32, y: f32 }
fn main() {
    let mut world = World::new(Options::with_capacity(100)).unwrap();
    world.register::<Pos>().unwrap();
    world.register::<Vel>().unwrap();
    world.spawn((Pos { x: 0.0, y: 0.0 }, Vel { x: 1.0, y: 1.0 })).unwrap();
    query!(world, |p: &mut Pos, v: &Vel| { p.x += v.x; p.y += v.y; });
    query!(world, |p: &Pos| println!("{} {}", p.x, p.y));
}
RUST
}

small_gecs() {
    cat <<'RUST'
use gecs::prelude::*;
pub struct Pos { x: f32, y: f32 }
pub struct Vel { x: f32, y: f32 }
ecs_world! {
    ecs_archetype!(Moving, dyn, Pos, Vel);
}
fn main() {
    let mut world = EcsWorld::default();
    world.create::<Moving>((Pos { x: 0.0, y: 0.0 }, Vel { x: 1.0, y: 1.0 }));
    ecs_iter!(world, |p: &mut Pos, v: &Vel| { p.x += v.x; p.y += v.y; });
    ecs_iter!(world, |p: &Pos| println!("{} {}", p.x, p.y));
}
RUST
}

# Fifty components, with ATTRIBUTE before each.
components() {
    for i in $(seq 0 49); do echo "$1 pub struct C$i { pub a: f32, pub b: f32, pub c: f32 }"; done
}

# The three components of query I.
terms() { echo "$1 $((($1 + 1) % 50)) $((($1 + 2) % 50))"; }

large_laige() {
    echo 'use laige::prelude::*;'
    components '#[component]'
    for i in $(seq 0 49); do
        read -r a b c < <(terms "$i")
        echo "pub fn query$i(world: &mut World) { query!(world, |x: &mut C$a, y: &C$b, z: &C$c| { x.a += y.b * z.c; x.b += 1.0; }); }"
    done
    echo 'fn main() { let mut world = World::new(Options::with_capacity(100)).unwrap();'
    for i in $(seq 0 49); do echo "world.register::<C$i>().unwrap(); query$i(&mut world);"; done
    echo '}'
}

large_hecs() {
    echo 'use hecs::World;'
    components ''
    for i in $(seq 0 49); do
        read -r a b c < <(terms "$i")
        echo "pub fn query$i(world: &mut World) { for (x, y, z) in world.query_mut::<(&mut C$a, &C$b, &C$c)>() { x.a += y.b * z.c; x.b += 1.0; } }"
    done
    echo 'fn main() { let mut world = World::new();'
    for i in $(seq 0 49); do echo "query$i(&mut world);"; done
    echo '}'
}

# A wrapper that notes the compiler's time for the crate itself, in the file TIMES.
cat >"$work/wrapper" <<'WRAPPER'
#!/usr/bin/env bash
TIMEFORMAT='%U %S'
exec 3>&2
{ time "$@" 2>&3; } 2>"$TIMES.now"
code=$?
awk '{ print $1 + $2 }' "$TIMES.now" >>"$TIMES"
exit $code
WRAPPER
chmod +x "$work/wrapper"

# Compiles CRATE by `cargo COMMAND..` after an edit that changes what a query computes.
again() {
    local crate=$1
    shift
    sed -i "s/x.b += [0-9.]*/x.b += $RANDOM.0/" "$work/$crate/src/main.rs"
    (cd "$work/$crate" && RUSTC_WORKSPACE_WRAPPER="$work/wrapper" TIMES="$work/times-$crate" cargo "$@" -q)
}

clean() {
    (cd "$1" && rm -rf target && cargo build --release -q)
}

small_laige | make_crate small-laige "$laige"
small_gecs | make_crate small-gecs 'gecs = "=0.3.0"'
for _ in $(seq "$rounds"); do
    timed "$work/clean-laige" clean "$work/small-laige"
    timed "$work/clean-gecs" clean "$work/small-gecs"
done
report 'compile/clean, gecs' "$work/clean-laige" "$work/clean-gecs" 1.2

large_laige | make_crate large-laige "$laige"
large_hecs | make_crate large-hecs 'hecs = "=0.11.2"'
compare() {
    local name=$1 limit=$2
    shift 2
    again large-laige "$@" && again large-hecs "$@"
    rm -f "$work"/times-*
    for _ in $(seq "$rounds"); do again large-laige "$@" && again large-hecs "$@"; done
    report "$name" "$work/times-large-laige" "$work/times-large-hecs" "$limit"
}
compare 'compile/check, hecs' 2.5 check
CARGO_INCREMENTAL=0 compare 'compile/debug build, hecs' 1.0 build
compare 'compile/release build, hecs' 1.0 build --release
exit "$failed"
