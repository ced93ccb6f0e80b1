import { useWords } from '@wattyard/console-kit'
import type { ParsedFrame, ParsedTone } from '../../contract/index.ts'

/** Returns the most severe verdict of a frame, which colours its entry. */
function toneOf(frame: ParsedFrame): ParsedTone {
  const tones = frame.verdicts.map(verdict => verdict.tone)
  if (frame.protocol === null || tones.includes('bad')) return 'bad'
  if (frame.problems.length > 0 || tones.includes('wait')) return 'wait'
  return tones.includes('good') ? 'good' : 'idle'
}

/** Draws the frames found, in the order of the text. */
export function FrameList({
  frames,
  chosen,
  onChoose,
}: {
  frames: readonly ParsedFrame[]
  chosen: number
  onChoose: (number: number) => void
}) {
  const { t } = useWords()
  return (
    <nav className="w-card gateway-list" aria-label={t('gateway.parse.frames')}>
      <ol>
        {frames.map(frame => (
          <li key={frame.number}>
            <button
              type="button"
              aria-current={frame.number === chosen}
              onClick={() => onChoose(frame.number)}
              title={t('gateway.parse.line', { line: frame.line })}
            >
              <span className="w-num w-quiet">{frame.number}</span>
              <span className="gateway-dot" data-tone={toneOf(frame)} aria-hidden="true" />
              <span className="w-grow">
                <b>{frame.name}</b>
                <small className="w-quiet">
                  {frame.protocolName}
                  {frame.code !== '' && frame.code !== frame.name && ` · ${frame.code}`}
                </small>
              </span>
              <span className="w-sr">{t(`gateway.parse.tone.${toneOf(frame)}`)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
