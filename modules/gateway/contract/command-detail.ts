/** A word of the pile or of ours, and what was said beside it. */
export interface DetailParts {
  readonly word: string
  readonly more: string | null
}

/** Parts of a command's detail: `Rejected (NoProfile: 3)` and `NotImplemented: x` are a known word and its explanation. */
export function partsOfDetail(detail: string): DetailParts {
  const [, word, behind, inBrackets] = /^([\w ]+?)(?:: (.+)| \((.+)\))?$/s.exec(detail) ?? []
  return word === undefined ? { word: detail, more: null } : { word, more: behind ?? inBrackets ?? null }
}
