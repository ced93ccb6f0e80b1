/** Parts of a command's detail: a code of the pile or of the server, and its explanation. */
export interface DetailParts {
  readonly word: string
  readonly more: string | null
}

/** Splits a command's detail: `Rejected (NoProfile: 3)` and `NotImplemented: x` are a known code with an explanation. */
export function partsOfDetail(detail: string): DetailParts {
  const [, word, behind, inBrackets] = /^([\w ]+?)(?:: (.+)| \((.+)\))?$/s.exec(detail) ?? []
  return word === undefined ? { word: detail, more: null } : { word, more: behind ?? inBrackets ?? null }
}
