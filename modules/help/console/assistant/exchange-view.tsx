import { useWords } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { parseMarkdown } from '../../contract/markdown.ts'
import { addressOf } from '../help/help-place.ts'
import { Blocks } from '../markdown/markdown.tsx'
import type { Exchange } from './use-assistant.ts'

/** Draws a question, its answer as it arrives, and the help that it was based on. */
export function ExchangeView({ exchange, onLeave }: { exchange: Exchange; onLeave: () => void }) {
  const { t } = useWords()
  const { question, answer, used, state, problem } = exchange
  return (
    <article className="help-exchange">
      <p className="help-question">{question}</p>
      {answer !== '' && <Blocks blocks={parseMarkdown(answer)} />}
      {state === 'coming' && <p className="w-quiet">{t('help.assistant.coming')}</p>}
      {state === 'stopped' && <p className="w-quiet">{t('help.assistant.stopped')}</p>}
      {state === 'failed' && (
        <p className="w-banner" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      {used.length > 0 && state !== 'coming' && answer !== '' && (
        <p className="help-used">
          {t('help.assistant.used')}{' '}
          {used.map(({ topic, id, title }) => (
            <Link key={`${topic}#${id}`} to={addressOf({ page: topic, at: id, sought: '' })} onClick={onLeave}>
              {title}
            </Link>
          ))}
        </p>
      )}
    </article>
  )
}
