/**
 * Address that may be opened from the menu: a path of this origin or https, nothing that runs, and nobody's user name
 * before the host (trust R-37). Null when it may not.
 */
export function safeLink(link: string): string | null {
  // Browsers drop tabs and line ends inside an address and read a backslash as a slash.
  if (/[\p{Cc}\s\\]/u.test(link)) return null
  if (/^\/(?!\/)/.test(link)) return link
  const url = URL.parse(link)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null
}
