import { EmptyState, prettyJson, useWords, When } from '@wattyard/console-kit'
import { FrameLink, FrameProblem } from '@wattyard/gateway/console'
import { useState } from 'react'
import type { TracedFrame } from '../../contract/index.ts'
import { eventOf, foldReadings } from './fold-readings.ts'

/** Draws the pile's messages and their answers; runs of meter readings are one row that opens, as does each frame. */
export function Frames({ frames }: { frames: readonly TracedFrame[] }) {
  const { t } = useWords()
  if (frames.length === 0) return <EmptyState title={t('finance.trace.noFrames')} />
  return (
    <ul className="finance-frames">
      {foldReadings(frames).map(row =>
        row.kind === 'frame' ? (
          <Frame key={row.frame.frame} frame={row.frame} />
        ) : (
          <Readings key={row.frames[0]?.frame} frames={row.frames} />
        ),
      )}
    </ul>
  )
}

/** Draws a run of readings. Its frames are drawn once it is opened: a day of readings is thousands of elements. */
function Readings({ frames }: { frames: readonly TracedFrame[] }) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details
        open={isOpen}
        onToggle={event => event.target === event.currentTarget && setOpen(event.currentTarget.open)}
      >
        <summary>
          <b>{t('finance.trace.readings', { count: frames.length })}</b> <When at={frames[0]?.receivedAt ?? null} /> –{' '}
          <When at={frames.at(-1)?.receivedAt ?? null} />
        </summary>
        {isOpen && (
          <ul className="finance-frames finance-readings">
            {frames.map(frame => (
              <Frame key={frame.frame} frame={frame} />
            ))}
          </ul>
        )}
      </details>
    </li>
  )
}

function Frame({ frame }: { frame: TracedFrame }) {
  const { t } = useWords()
  const event = eventOf(frame)
  return (
    <li>
      <details>
        <summary>
          <b>{frame.action || '—'}</b> {event && t(`finance.trace.eventValue.${event}`)} <When at={frame.receivedAt} />
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
  )
}
