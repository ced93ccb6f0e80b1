import { PaperClipOutlined } from '@ant-design/icons'
import { FILE_LABELS, holdsImages } from '@wattyard/resource'
import type { CellProps } from '../faces/cells.tsx'
import { NO_VALUE } from '@wattyard/resource'
import { Thumbnail } from './thumbnail.tsx'
import './files.css'

/** Largest number of pictures that a table cell shows. */
const MOST_SHOWN = 3

export const idsOf = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string' && one !== '')

/** Draws files in a table cell: the first pictures, or the first name, and the number of further ones. */
export function FileCell({ value, field, labels }: CellProps) {
  const ids = idsOf(value)
  const [first] = ids
  if (first === undefined) return <span className="w-quiet">{NO_VALUE}</span>
  const names = labels[FILE_LABELS] ?? {}
  const title = ids.map(id => names[id] ?? '').join('\n')
  const shown = holdsImages(field) ? MOST_SHOWN : 1
  return (
    <span className="w-file-cell" title={title}>
      {holdsImages(field) ? (
        ids.slice(0, shown).map(id => <Thumbnail key={id} id={id} name={names[id] ?? ''} size="small" />)
      ) : (
        <>
          <PaperClipOutlined aria-hidden="true" />
          <span className="w-clip">{names[first] ?? ''}</span>
        </>
      )}
      {ids.length > shown && <span className="w-quiet">+{ids.length - shown}</span>}
    </span>
  )
}
