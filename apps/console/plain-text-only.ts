/** Makes policies for what the browser takes as HTML; not in every browser yet. */
interface PolicyMaker {
  createPolicy(name: 'default', rules: { createHTML(text: string): string | null }): unknown
}

/** Text without a tag and without a character reference stays what it is when it is read as HTML. */
export const isPlainText = (text: string): boolean => !/[<&]/.test(text)

/**
 * The one policy that the page's header admits (trust R-34). Two libraries set text where HTML could stand: the rules of
 * style elements, and nothing at all to empty a chart's place. Such text passes; whatever could become an element does not,
 * and there is no policy for scripts or their addresses.
 */
export function admitPlainTextOnly(): void {
  const { trustedTypes } = window as { trustedTypes?: PolicyMaker } // absent where the browser does not know it
  trustedTypes?.createPolicy('default', { createHTML: text => (isPlainText(text) ? text : null) })
}
