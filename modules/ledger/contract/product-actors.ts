/** Parts of the product that post on their own, as journals name them in `actor`. */
const PRODUCT_ACTORS: ReadonlySet<string> = new Set(['charging', 'supervisor', 'demo'])

/** Word under which screens and files show whoever is no person. */
export const PRODUCT_WORD = 'ledger.journal.product'

/** Returns whether the product itself did something, and no person: it is named by a part of it, or by nothing. */
export const isProduct = (actor: string): boolean => actor === '' || PRODUCT_ACTORS.has(actor)
