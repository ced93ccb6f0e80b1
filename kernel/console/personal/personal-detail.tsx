import type { AnyRecord, Labels } from '@wattyard/resource'
import { useState } from 'react'
import { Detail } from '../resource/detail.tsx'
import { usePage } from '../resource/page-context.tsx'
import { RevealButton, type Revealed } from './reveal-button.tsx'
import { withRevealed } from './revealed-record.ts'
import './personal.css'

/**
 * Draws a record, and over it, where personal data is hidden that the reader may have shown, the button for it. What was shown is
 * hidden again after a minute, and with the detail.
 */
export function PersonalDetail({ record, labels }: { record: AnyRecord; labels: Labels }) {
  const { resource } = usePage()
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  const shown = revealed ? withRevealed(resource, { record, labels }, revealed.values) : { record, labels }
  return (
    <>
      {record.can.includes('reveal') && (
        <div className="w-personal w-no-print">
          <RevealButton resource={resource.name} id={record.id} revealed={revealed} onRevealed={setRevealed} />
        </div>
      )}
      <Detail record={shown.record} labels={shown.labels} />
    </>
  )
}
