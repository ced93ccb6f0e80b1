import { randomBytes } from 'node:crypto'
import { escapeHtml } from '../http/escape-html.ts'
import type { PdfColumn, PdfFacts, PdfLine, PdfPart, PdfSheet } from '../pdf/pdf-sheet.ts'
import { LANGUAGES, type Language, type Words } from '../words.ts'

/** A page without script, and the nonce of its style for the content security policy. */
export interface HtmlPage {
  text: string
  nonce: string
}

/** What stands around a sheet on a page. */
export interface PageFrame {
  translate: Words['translate']
  language: Language
  /** Address of the same page in a language, relative to it. */
  inLanguage(language: Language): string
}

const STYLE = `
:root{color-scheme:light dark;--ink:#1f2937;--quiet:#5b6472;--paper:#fff;--ground:#f2f5f9;--line:#d9dfe7;--blue:#0b66c3}
@media(prefers-color-scheme:dark){:root{--ink:#e8ecf2;--quiet:#a5afbd;--paper:#1b222c;--ground:#11161d;--line:#343e4b;--blue:#7db8f5}}
*{box-sizing:border-box}
body{margin:0;padding:16px;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,"Noto Sans CJK SC","PingFang SC",sans-serif}
main{max-width:880px;margin:0 auto;padding:20px;border:1px solid var(--line);border-radius:12px;background:var(--paper)}
main.narrow{max-width:440px}
nav{display:flex;flex-wrap:wrap;justify-content:space-between;gap:8px 16px;max-width:880px;margin:0 auto 12px;font-size:14px}
nav.narrow{max-width:440px}
nav ul{display:flex;gap:12px;margin:0;padding:0;list-style:none}
a{color:var(--blue)}
nav a,nav [aria-current]{display:inline-block;padding:4px 0}
nav [aria-current]{font-weight:600}
h1{margin:0 0 4px;font-size:22px;line-height:1.35;overflow-wrap:anywhere}
h2{margin:20px 0 8px;font-size:16px}
p{margin:0 0 8px}
.quiet{color:var(--quiet);font-size:14px}
dl{display:grid;grid-template-columns:minmax(6em,28%) minmax(0,1fr);gap:4px 12px;margin:12px 0}
dt{color:var(--quiet)}
dl>div{display:contents}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-line;font-variant-numeric:tabular-nums}
.narrow dl,.narrow dl>div{display:flex;gap:4px 12px}
.narrow dl{flex-direction:column}
.narrow dt{flex:1 1 6em;min-width:min-content}
.narrow dd{flex:none;max-width:75%;text-align:end}
.table{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums}
th,td{padding:6px 8px;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
th{font-weight:600}
td:first-child,th:first-child{min-width:6.5em}
.end{text-align:end}
tfoot td,tbody th{font-weight:600}
:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
@media print{nav{display:none}body{padding:0;background:none}main{border:0;padding:0;max-width:none}}
`

const NAMES: Readonly<Record<Language, string>> = { zh: '中文', en: 'English', es: 'Español' }
const TAGS: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en', es: 'es' }

function page(
  { language, inLanguage }: PageFrame,
  title: string,
  isNarrow: boolean,
  tools: string,
  body: string,
): HtmlPage {
  const nonce = randomBytes(16).toString('base64')
  const size = isNarrow ? ' class="narrow"' : ''
  const languages = LANGUAGES.map(one => {
    const name = `lang="${TAGS[one]}"`
    return one === language
      ? `<li><span ${name} aria-current="true">${NAMES[one]}</span></li>`
      : `<li><a ${name} href="${escapeHtml(inLanguage(one))}">${NAMES[one]}</a></li>`
  })
  const text = `<!doctype html>
<html lang="${TAGS[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex, nofollow, noarchive">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<nav${size}><ul>${languages.join('')}</ul>${tools}</nav>
<main${size}>${body}</main>
</body>
</html>
`
  return { text, nonce }
}

const factsHtml = (facts: PdfFacts): string =>
  facts.length === 0
    ? ''
    : `<dl>${facts.map(([label, value]) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>`

const endOf = (column: PdfColumn | undefined): string => (column?.align === 'end' ? ' class="end"' : '')

function lineHtml(columns: readonly PdfColumn[], line: PdfLine): string {
  if (line.kind === 'group')
    return `<tr><th scope="rowgroup" colspan="${columns.length}">${escapeHtml(line.title)}</th></tr>`
  const cells = line.cells.map((cell, i) => {
    const text = escapeHtml(cell)
    return line.kind !== 'row'
      ? `<td${endOf(columns[i])}><strong>${text}</strong></td>`
      : `<td${endOf(columns[i])}>${text}</td>`
  })
  return `<tr>${cells.join('')}</tr>`
}

async function partHtml(part: PdfPart, title: string): Promise<string> {
  const head = part.title ? `<h2>${escapeHtml(part.title)}</h2>` : ''
  if ('facts' in part) return head + factsHtml(part.facts)
  const { columns } = part
  const lines: string[] = []
  for await (const line of part.lines) lines.push(lineHtml(columns, line))
  const heads = columns.map(column => `<th scope="col"${endOf(column)}>${escapeHtml(column.title)}</th>`)
  // It may be wider than a phone: the keyboard must reach what scrolls.
  return `${head}<div class="table" role="region" tabindex="0" aria-label="${escapeHtml(part.title ?? title)}"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
}

/** Writes a sheet as a page for a phone as well as a desk, without script. `pdf` is where the same sheet is a PDF. */
export async function sheetPage(frame: PageFrame, sheet: PdfSheet, pdf: string): Promise<HtmlPage> {
  const { title, house, subtitle, facts = [], parts, paper } = sheet
  const written: string[] = []
  for (const part of parts) written.push(await partHtml(part, title))
  const said = frame.translate(frame.language, 'kernel.pdf.save')
  const tools = `<a href="${escapeHtml(pdf)}" download>${escapeHtml(said)}</a>`
  const quiet = (text: string | undefined) => (text ? `<p class="quiet">${escapeHtml(text)}</p>` : '')
  const body = `${quiet(house)}<h1>${escapeHtml(title)}</h1>${factsHtml(facts)}${written.join('')}${quiet(subtitle)}`
  return page(frame, house ? `${title} · ${house}` : title, paper === 'receipt', tools, body)
}

/** Writes a page that says one thing. */
export function tellPage(frame: PageFrame, title: string, text: string): HtmlPage {
  return page(frame, title, true, '', `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`)
}
