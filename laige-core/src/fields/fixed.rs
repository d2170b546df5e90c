//! Fixed-point numbers of the `fixed` crate as fields of components. To laige they are the integers they are made of, with the number of
//! fractional bits in their id.
#![expect(unsafe_code, reason = "implements `Fields`")]

use fixed::types::extra::{LeEqU8, LeEqU16, LeEqU32, LeEqU64, LeEqU128};
use fixed::{
    FixedI8, FixedI16, FixedI32, FixedI64, FixedI128, FixedU8, FixedU16, FixedU32, FixedU64,
    FixedU128,
};

use super::{Fields, Kind, Shape};

/// Implements [`Fields`] for the fixed-point numbers of a width.
macro_rules! fixed_point {
    ($($number:ident<$limit:ident>: $name:literal, $kind:ident;)*) => { $(
        // SAFETY: an integer and a marker of no size: no padding, and any bits are a value.
        unsafe impl<Frac: $limit + Send + Sync + 'static> Fields for $number<Frac> {
            type Me = Self;
            const SHAPE: Shape = {
                let mut shape = Shape::number::<Self>($name, Kind::$kind);
                shape.stable_id = shape.stable_id.with_value($number::<Frac>::FRAC_NBITS as i128);
                shape
            };
        }
    )* };
}

fixed_point! {
    FixedI8<LeEqU8>: "fixed_i8", Signed;
    FixedI16<LeEqU16>: "fixed_i16", Signed;
    FixedI32<LeEqU32>: "fixed_i32", Signed;
    FixedI64<LeEqU64>: "fixed_i64", Signed;
    FixedI128<LeEqU128>: "fixed_i128", Signed;
    FixedU8<LeEqU8>: "fixed_u8", Unsigned;
    FixedU16<LeEqU16>: "fixed_u16", Unsigned;
    FixedU32<LeEqU32>: "fixed_u32", Unsigned;
    FixedU64<LeEqU64>: "fixed_u64", Unsigned;
    FixedU128<LeEqU128>: "fixed_u128", Unsigned;
}
