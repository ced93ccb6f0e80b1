/** Factory of trusted-types policies; not every browser has it. */
interface PolicyMaker {
  createPolicy(name: 'default', rules: { createHTML(text: string): string | null }): unknown
}

/** Returns whether a text has no tag and no character reference, so that it stays the same when parsed as HTML. */
export const isPlainText = (text: string): boolean => !/[<&]/.test(text)

/**
 * Creates the one policy that the page's header allows (trust R-34). Two libraries set text where HTML is possible: the rules of
 * style elements, and an empty text to clear a chart's element. Such text passes; text that could become an element does not, and
 * there is no policy for scripts or their addresses.
 */
export function admitPlainTextOnly(): void {
  const { trustedTypes } = window as { trustedTypes?: PolicyMaker } // absent in browsers without trusted types
  trustedTypes?.createPolicy('default', { createHTML: text => (isPlainText(text) ? text : null) })
}
