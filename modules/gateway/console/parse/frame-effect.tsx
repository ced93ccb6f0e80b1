import { prettyJson, useWords } from '@wattyard/console-kit'
import type { ParsedEffect } from '../../contract/index.ts'

/** Draws what the platform would do with the frame; nothing was executed. */
export function FrameEffect({ effect }: { effect: ParsedEffect }) {
  const { t } = useWords()
  return (
    <section className="gateway-effect">
      <h3>{t('gateway.parse.effect')}</h3>
      <ul>
        {effect.texts.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {effect.answer !== null && (
        <details open>
          <summary>{t('gateway.parse.answer')}</summary>
          <pre>{prettyJson(effect.answer)}</pre>
        </details>
      )}
      {effect.facts.map((fact, index) => (
        // Facts of one frame can be equal; only their order distinguishes them.
        <details key={index}>
          <summary>
            {t('gateway.parse.fact')}: {fact.name}
          </summary>
          <pre>{fact.text}</pre>
        </details>
      ))}
      <p className="w-quiet">{t('gateway.parse.nothingDone')}</p>
    </section>
  )
}
