"""The CI gate: certificates, approvals, waivers, differences."""
