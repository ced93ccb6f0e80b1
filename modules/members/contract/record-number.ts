/** Signs of an id that make its number: random ones, so that two records of a moment differ. */
const SIGNS = 12

/** Returns the number of a record, from its id: `F-8A7F04C1D2E3`. It says nothing and repeats for nobody. */
export const recordNumber = (prefix: 'F' | 'A', id: string): string =>
  `${prefix}-${id.replaceAll('-', '').slice(-SIGNS).toUpperCase()}`
