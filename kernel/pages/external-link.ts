/**
 * Returns an address that the menu may open, or null: a path of this origin or an https address without a user name before the
 * host (trust R-37).
 */
export function safeLink(link: string): string | null {
  // Browsers drop tabs and line ends inside an address and read a backslash as a slash.
  if (/[\p{Cc}\s\\]/u.test(link)) return null
  if (/^\/(?!\/)/.test(link)) return link
  const url = URL.parse(link)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null
}
