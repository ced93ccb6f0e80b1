import { randomBytes } from 'node:crypto'
import { escapeHtml, type RawCall } from '@wattyard/server-kit'
import { CONFIRM_PATH, type PairingOutcome, type PairingView } from './messaging-app.ts'

export interface Page {
  text: string
  /** Of its style, for the content security policy. */
  nonce: string
}

type Speaker = Pick<RawCall, 'translate' | 'language'>

const STYLE = `
:root{color-scheme:light dark;--ink:#1f2937;--quiet:#5b6472;--paper:#fff;--ground:#f2f5f9;--line:#d9dfe7;--blue:#0b66c3;--good:#16794c;--bad:#b42318}
@media(prefers-color-scheme:dark){:root{--ink:#e8ecf2;--quiet:#a5afbd;--paper:#1b222c;--ground:#11161d;--line:#343e4b;--blue:#2f7fd6;--good:#4cc38a;--bad:#ff8a7a}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;align-items:center;justify-content:center;padding:16px;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,"Noto Sans CJK SC","PingFang SC",sans-serif}
main{width:100%;max-width:420px;padding:24px;border:1px solid var(--line);border-radius:12px;background:var(--paper)}
.brand{margin:0 0 4px;color:var(--quiet);font-size:14px}
h1{margin:0 0 8px;font-size:22px;line-height:1.35}
h1[data-tone=good]{color:var(--good)}
h1[data-tone=bad]{color:var(--bad)}
p{margin:0 0 16px}
dl{margin:0 0 16px;padding:12px 16px;border-radius:8px;background:var(--ground)}
dt{color:var(--quiet);font-size:14px}
dd{margin:0 0 8px;overflow-wrap:anywhere}
dd:last-child{margin:0}
button{display:block;width:100%;min-height:48px;margin-top:12px;padding:8px 16px;border:1px solid var(--line);border-radius:8px;background:none;color:var(--ink);font:inherit;cursor:pointer}
button[value=confirm]{border-color:var(--blue);background:#0b66c3;color:#fff}
:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
`

function page({ translate, language }: Speaker, title: string, body: string): Page {
  const nonce = randomBytes(16).toString('base64')
  const lang = language === 'zh' ? 'zh-CN' : language
  // Without its own referrer policy the form would be sent with "Origin: null", as from a foreign page.
  const text = `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body><main><p class="brand">${escapeHtml(translate(language, 'identity.phone.brand'))}</p>${body}</main></body>
</html>
`
  return { text, nonce }
}

/** Returns the page that shows who is signing in where and asks the phone's owner to confirm. */
export function confirmPage(speaker: Speaker, view: PairingView, scene: string): Page {
  const { translate, language } = speaker
  const word = (key: string) => translate(language, `identity.phone.${key}`)
  const facts = {
    account: view.loginName,
    company: view.company,
    device: view.device || word('unknownDevice'),
    network: view.network,
  }
  const rows = Object.entries(facts).map(
    ([key, value]) => `<dt>${escapeHtml(word(key))}</dt><dd>${escapeHtml(value)}</dd>`,
  )
  const button = (decision: string) =>
    `<button name="decision" value="${decision}">${escapeHtml(word(decision))}</button>`
  return page(
    speaker,
    word(`${view.purpose}Title`),
    `<h1>${escapeHtml(word(`${view.purpose}Title`))}</h1>
<p>${escapeHtml(word(`${view.purpose}What`))}</p>
<dl>${rows.join('')}</dl>
<form method="post" action="/chg${CONFIRM_PATH}"><input type="hidden" name="scene" value="${escapeHtml(scene)}">${button('confirm')}${button('decline')}</form>`,
  )
}

const WORDS: Readonly<Record<PairingOutcome | 'declined', { word: string; tone: 'good' | 'bad' }>> = {
  bound: { word: 'bound', tone: 'good' },
  verified: { word: 'verified', tone: 'good' },
  declined: { word: 'declined', tone: 'bad' },
  gone: { word: 'gone', tone: 'bad' },
  'other-account': { word: 'otherAccount', tone: 'bad' },
  'in-use': { word: 'inUse', tone: 'bad' },
}

/** Returns the page with the result. */
export function outcomePage(speaker: Speaker, outcome: PairingOutcome | 'declined'): Page {
  const { word, tone } = WORDS[outcome]
  const say = (key: string) => escapeHtml(speaker.translate(speaker.language, `identity.phone.${key}`))
  const title = speaker.translate(speaker.language, `identity.phone.${word}`)
  return page(speaker, title, `<h1 data-tone="${tone}">${say(word)}</h1><p>${say(`${word}What`)}</p>`)
}
