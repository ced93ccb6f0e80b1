import type { Browser } from './sign-in-server.ts'

/**
 * Simulates a phone that scans the code of a session: opens the page of the stand-in and answers. Returns the text of the page.
 */
export async function answerPairing(
  phone: Browser,
  link: string,
  decision: 'confirm' | 'decline' = 'confirm',
): Promise<string> {
  const address = new URL(link)
  const scene = address.searchParams.get('scene') ?? ''
  const below = ({ pathname }: URL) => pathname.replace(/^\/chg/, '')
  const page = await phone.get(below(address), { scene }, { token: null })
  // Like a browser: a form without an action is sent to the page's own address, including its query.
  const [found, action = link] = /<form [^>]*?(?:action="([^"]*)")?>/.exec(page.text) ?? []
  if (!found) return page.text
  const form = new URL(action, link)
  return (await phone.post(below(form) + form.search, { scene, decision }, { token: null })).text
}
