import type { Browser } from './sign-in-server.ts'

/** What a phone does with the code that a session shows: opens the stand-in's page and answers. Gives the page's text. */
export async function answerPairing(
  phone: Browser,
  link: string,
  decision: 'confirm' | 'decline' = 'confirm',
): Promise<string> {
  const address = new URL(link)
  const scene = address.searchParams.get('scene') ?? ''
  const below = ({ pathname }: URL) => pathname.replace(/^\/chg/, '')
  const page = await phone.get(below(address), { scene }, { token: null })
  // As a browser does: a form without an action goes to the page's own address, its query included.
  const [found, action = link] = /<form [^>]*?(?:action="([^"]*)")?>/.exec(page.text) ?? []
  if (!found) return page.text
  const form = new URL(action, link)
  return (await phone.post(below(form) + form.search, { scene, decision }, { token: null })).text
}
