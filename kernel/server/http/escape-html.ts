const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Writes a text as HTML, for elements and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, mark => ENTITIES[mark] ?? mark)
