const HIDDEN = '…'

/**
 * Parts to hide in any text of a failure because they may identify people or grant access: URL queries, bodies, tokens,
 * passwords, mail addresses, mobile numbers (trust W20). The rest is enough to find the place in the code.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  // Query and fragment of an address, or of a bare path.
  [/(\b[a-z][a-z\d+.-]*:\/\/[^\s?#'"()]*|\/[\w./-]*)[?#][^\s'")]*/gi, `$1?${HIDDEN}`],
  [/\b[\w.-]+=[^\s&;,'")]+(?:&[\w.-]+=[^\s&'")]*)+/g, HIDDEN],
  [/\b(Bearer|Basic)\s+\S+/gi, `$1 ${HIDDEN}`],
  [
    /\b(\w*(?:token|password|passwd|secret|authorization|cookie|api-?key)\w*)(["']?\s*[:=]\s*)["']?[^\s"',;]+/gi,
    `$1$2${HIDDEN}`,
  ],
  // A signed token, then any long run of characters that no person would write; names of built files are shorter or have dots.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, HIDDEN],
  [/\b(?=[A-Za-z_-]*\d)[A-Za-z\d_-]{32,}\b/g, HIDDEN],
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, HIDDEN],
  [/(?<!\d)1[3-9]\d{9}(?!\d)/g, HIDDEN],
]

/** Anything that looks like JSON; inner parts are replaced first, then the outer ones. */
const BODY = /[{[][^{}[\]]*["'][^{}[\]]*[\]}]/g

export function scrub(text: string): string {
  let clean = text
  for (let depth = 0; depth < 8; depth += 1) clean = clean.replaceAll(BODY, HIDDEN)
  for (const [pattern, instead] of RULES) clean = clean.replaceAll(pattern, instead)
  return clean
}
