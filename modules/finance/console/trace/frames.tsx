import { EmptyState, prettyJson, useWords, When } from '@wattyard/console-kit'
import { FrameLink, FrameProblem } from '@wattyard/gateway/console'
import type { TracedFrame } from '../../contract/index.ts'

/** Draws the pile's messages and their answers; each frame opens to show its full text. */
export function Frames({ frames }: { frames: readonly TracedFrame[] }) {
  const { t } = useWords()
  if (frames.length === 0) return <EmptyState title={t('finance.trace.noFrames')} />
  return (
    <ul className="finance-frames">
      {frames.map(frame => (
        <li key={frame.frame}>
          <details>
            <summary>
              <b>{frame.action || '—'}</b> <When at={frame.receivedAt} />
              {frame.problem && (
                <span className="finance-wrong">
                  {' '}
                  <FrameProblem problem={frame.problem} />
                </span>
              )}
            </summary>
            <pre>{prettyJson(frame.call)}</pre>
            {frame.answer && <pre>{prettyJson(frame.answer)}</pre>}
            <FrameLink frame={frame.frame} />
          </details>
        </li>
      ))}
    </ul>
  )
}
