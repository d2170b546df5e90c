//! Proofs that the parameters of a generic system do not conflict: each is made where the parameter stands, when code is generated for an instance, so that
//! a conflict is one error, and there. Systems that are not generic are checked before code is generated.

use core::marker::PhantomData;

use super::access::{SystemKind, check_param};
use super::for_each::RowParams;
use super::param::Params;

/// That a parameter of the list `P` may stand in a system, and conflicts with none before it.
#[doc(hidden)]
#[derive(Debug)]
pub struct ParamProof<P> {
    number: usize,
    of: PhantomData<fn() -> P>,
}

/// Proves it for the parameter of that number, or fails the build.
#[doc(hidden)]
#[track_caller]
#[must_use]
pub const fn prove_param<P: Params>(
    names: &[&str],
    number: usize,
    kind: SystemKind,
) -> ParamProof<P> {
    check_param(P::ACCESS, names, number, kind);
    ParamProof { number, of: PhantomData }
}

/// The same for a function that runs per row.
#[doc(hidden)]
#[track_caller]
#[must_use]
pub const fn prove_row_param<P: RowParams>(
    names: &[&str],
    number: usize,
    kind: SystemKind,
) -> ParamProof<P> {
    check_param(P::ACCESS, names, number, kind);
    ParamProof { number, of: PhantomData }
}

/// Panics where the proofs are not those of so many parameters, in order.
pub(super) fn assert_proved<P>(proofs: &[ParamProof<P>], params: usize) {
    assert!(are_in_order(proofs, params), "each parameter is proved not to conflict");
}

fn are_in_order<P>(proofs: &[ParamProof<P>], params: usize) -> bool {
    proofs.iter().map(|proof| proof.number).eq(0..params)
}

#[cfg(test)]
mod tests {
    use super::{are_in_order, prove_param};
    use crate::Tick;
    use crate::system::SystemKind;

    type Two = (Tick, Tick);

    #[test]
    fn a_proof_is_there_for_each_parameter_in_order() {
        let proof = |number| prove_param::<Two>(&["one", "two"], number, SystemKind::Once);
        assert!(are_in_order(&[proof(0), proof(1)], 2));
        for wrong in [&[proof(1), proof(0)][..], &[proof(0)], &[proof(0), proof(0)], &[]] {
            assert!(!are_in_order(wrong, 2));
        }
    }
}
