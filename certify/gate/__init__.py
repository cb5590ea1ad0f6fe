"""The CI gate: certificates, waivers, differences."""
