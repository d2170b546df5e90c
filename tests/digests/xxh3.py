"""XXH3 with 128 bits, seed 0 and the default secret, from its specification:
https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md"""

M32, M64, M128 = 2**32 - 1, 2**64 - 1, 2**128 - 1

SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578"
    "825ad07dccff7221b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea3"
    "71644897a20df94e3819ef46a9deacd8a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931"
    "c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)

P32_1, P32_2, P32_3 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D
P64_1, P64_2, P64_3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P64_4, P64_5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5
MX1, MX2 = 0x165667919E3779F9, 0x9FB21C651E98DF25


def u32(data, at):
    return int.from_bytes(data[at : at + 4], "little")


def u64(data, at):
    return int.from_bytes(data[at : at + 8], "little")


def swap(number, size):
    return int.from_bytes(number.to_bytes(size, "little"), "big")


def fold(a, b):
    product = a * b
    return (product & M64) ^ (product >> 64)


def avalanche(h):
    h ^= h >> 37
    h = h * MX1 & M64
    return h ^ h >> 32


def avalanche64(h):
    h ^= h >> 33
    h = h * P64_2 & M64
    h ^= h >> 29
    h = h * P64_3 & M64
    return h ^ h >> 32


def join(high, low):
    return high << 64 | low


def up_to_3(data):
    n = len(data)
    low = data[n - 1] | n << 8 | data[0] << 16 | data[n >> 1] << 24
    high = swap(low, 4)
    high = (high << 13 | high >> 19) & M32
    low ^= u32(SECRET, 0) ^ u32(SECRET, 4)
    high ^= u32(SECRET, 8) ^ u32(SECRET, 12)
    return join(avalanche64(high), avalanche64(low))


def up_to_8(data):
    n = len(data)
    keyed = (u32(data, 0) | u32(data, n - 4) << 32) ^ u64(SECRET, 16) ^ u64(SECRET, 24)
    product = keyed * (P64_1 + (n << 2) & M64)
    low, high = product & M64, product >> 64
    high = high + (low << 1) & M64
    low ^= high >> 3
    low ^= low >> 35
    low = low * MX2 & M64
    low ^= low >> 28
    return join(avalanche(high), low)


def up_to_16(data):
    n = len(data)
    flip_low = u64(SECRET, 32) ^ u64(SECRET, 40)
    flip_high = u64(SECRET, 48) ^ u64(SECRET, 56)
    first, last = u64(data, 0), u64(data, n - 8)
    product = (first ^ last ^ flip_low) * P64_1
    low = (product & M64) + (n - 1 << 54) & M64
    last ^= flip_high
    high = (product >> 64) + last + (last & M32) * (P32_2 - 1) & M64
    low ^= swap(high, 8)
    product = low * P64_2
    high = (product >> 64) + high * P64_2 & M64
    return join(avalanche(high), avalanche(product & M64))


def mix16(data, at, secret):
    return fold(u64(data, at) ^ u64(SECRET, secret), u64(data, at + 8) ^ u64(SECRET, secret + 8))


def mix32(acc, data, one, other, secret):
    acc[0] = acc[0] + mix16(data, one, secret) & M64
    acc[0] ^= u64(data, other) + u64(data, other + 8) & M64
    acc[1] = acc[1] + mix16(data, other, secret + 16) & M64
    acc[1] ^= u64(data, one) + u64(data, one + 8) & M64


def finish(acc, n):
    low = acc[0] + acc[1] & M64
    high = acc[0] * P64_1 + acc[1] * P64_4 + n * P64_2 & M64
    return join(-avalanche(high) & M64, avalanche(low))


def up_to_128(data):
    n = len(data)
    acc = [n * P64_1 & M64, 0]
    for step in range((n - 1) // 32, -1, -1):
        mix32(acc, data, 16 * step, n - 16 * (step + 1), 32 * step)
    return finish(acc, n)


def up_to_240(data):
    n = len(data)
    acc = [n * P64_1 & M64, 0]
    for step in range(4):
        mix32(acc, data, 32 * step, 32 * step + 16, 32 * step)
    acc = [avalanche(acc[0]), avalanche(acc[1])]
    for step in range(4, n // 32):
        mix32(acc, data, 32 * step, 32 * step + 16, 3 + 32 * (step - 4))
    mix32(acc, data, n - 16, n - 32, 136 - 17 - 16)
    return finish(acc, n)


def accumulate(acc, data, at, secret):
    for lane in range(8):
        value = u64(data, at + 8 * lane)
        key = value ^ u64(SECRET, secret + 8 * lane)
        acc[lane ^ 1] = acc[lane ^ 1] + value & M64
        acc[lane] = acc[lane] + (key & M32) * (key >> 32) & M64


def merge(acc, secret, start):
    for pair in range(4):
        one = acc[2 * pair] ^ u64(SECRET, secret + 16 * pair)
        other = acc[2 * pair + 1] ^ u64(SECRET, secret + 16 * pair + 8)
        start += fold(one, other)
    return avalanche(start & M64)


def long(data):
    n = len(data)
    acc = [P32_3, P64_1, P64_2, P64_3, P64_4, P32_2, P64_5, P32_1]
    stripes = (n - 1) // 64
    for stripe in range(stripes):
        accumulate(acc, data, 64 * stripe, 8 * (stripe % 16))
        if stripe % 16 == 15:
            for lane in range(8):
                mixed = acc[lane] ^ acc[lane] >> 47 ^ u64(SECRET, 128 + 8 * lane)
                acc[lane] = mixed * P32_1 & M64
    accumulate(acc, data, n - 64, 192 - 64 - 7)
    low = merge(acc, 11, n * P64_1 & M64)
    high = merge(acc, 192 - 64 - 11, ~(n * P64_2) & M64)
    return join(high, low)


def xxh3_128(data):
    n = len(data)
    if n == 0:
        high = avalanche64(u64(SECRET, 80) ^ u64(SECRET, 88))
        return join(high, avalanche64(u64(SECRET, 64) ^ u64(SECRET, 72)))
    for most, algorithm in [(3, up_to_3), (8, up_to_8), (16, up_to_16), (128, up_to_128), (240, up_to_240)]:
        if n <= most:
            return algorithm(data)
    return long(data)
