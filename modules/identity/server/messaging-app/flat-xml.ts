const FIELD = /\s*<([A-Za-z][A-Za-z0-9]{0,31})>(?:<!\[CDATA\[((?:(?!\]\]>)[\s\S])*)\]\]>|([^<>&]*))<\/\1>\s*/y
const MAX_FIELDS = 40

/**
 * Parses messages of messaging apps: one `<xml>` with plain fields and texts in CDATA. A document type, entities, attributes or
 * nested elements are refused, so nothing is expanded or fetched.
 *
 * @returns null when it is not such a message
 */
export function flatXml(bytes: Uint8Array): ReadonlyMap<string, string> | null {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
  } catch {
    return null // no UTF-8
  }
  if (!text.startsWith('<xml>') || !text.endsWith('</xml>')) return null
  const inner = text.slice('<xml>'.length, -'</xml>'.length)
  const fields = new Map<string, string>()
  for (FIELD.lastIndex = 0; FIELD.lastIndex < inner.length; ) {
    const found = FIELD.exec(inner)
    const [, name = '', quoted, plain = ''] = found ?? []
    if (!found || fields.has(name) || fields.size >= MAX_FIELDS) return null
    fields.set(name, quoted ?? plain.trim())
  }
  return fields
}
