import { useWords, valueWord } from '@wattyard/console-kit'
import { partsOfDetail } from '@wattyard/gateway/contract'

/** Draws the pile's detail of a command's answer, in words when they are known; the title has the original text. */
export function CommandDetail({ state, detail }: { state: string; detail: string | null }) {
  const words = useWords()
  if (detail === null || detail === '') return null
  const { word, more } = partsOfDetail(detail)
  const said = valueWord(words, 'gateway.command.detail', word)
  const isSaid = said === words.t(`gateway.command.stateValue.${state}`)
  const text = [isSaid ? '' : said, more ?? ''].filter(Boolean).join(' · ')
  return text === '' ? null : <span title={detail}>{text}</span>
}
