// Who supplies, as bills and the installation's settings name them.

/** A party with a GST number; the address in one line, null where nothing is known. */
export type Supplier = { readonly name: string; readonly gstin: string; readonly address: string | null }
