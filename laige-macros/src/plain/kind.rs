//! What a plain type becomes, and which other macro works on the item. The same rules hold for all kinds; messages use the
//! kind's own words.

/// What a type becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// What entities carry.
    Component,
    /// What a world has once.
    Resource,
    /// What fields of the others can be.
    Fields,
}

/// Who else works on the item.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// The attribute stands above: everything is emitted.
    Attribute,
    /// A derive alone: bytemuck's traits are the user's.
    ByHand,
    /// A derive below the attribute of another kind, which checks and emits all that both need.
    Beside,
}

impl Kind {
    /// The word for it. What derives `Fields` alone is there for fields of components.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Self::Component | Self::Fields => "component",
            Self::Resource => "resource",
        }
    }

    /// The limits that it is held to, a constant of the core's `check`.
    pub(crate) const fn limits(self) -> &'static str {
        match self {
            Self::Component | Self::Fields => "COMPONENT",
            Self::Resource => "RESOURCE",
        }
    }

    /// What one is called that has no fields.
    pub(crate) const fn without_data(self) -> &'static str {
        match self {
            Self::Component | Self::Fields => "tag",
            Self::Resource => "resource without data",
        }
    }

    /// The derive of its trait.
    pub(crate) const fn derive(self) -> &'static str {
        match self {
            Self::Component => "Component",
            Self::Resource => "Resource",
            Self::Fields => "Fields",
        }
    }

    /// The flag by which the attribute tells derives that it stands above.
    pub(crate) const fn flag(self) -> &'static str {
        match self {
            Self::Component | Self::Fields => "__by_component",
            Self::Resource => "__by_resource",
        }
    }

    /// How to say that a value is no state, where that can be said.
    pub(crate) const fn or_transient(self) -> &'static str {
        match self {
            Self::Component | Self::Fields => "",
            Self::Resource => ", or `#[resource(transient)]`, which is no state",
        }
    }
}
