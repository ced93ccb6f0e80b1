import { NumberInput, toast, useWords } from '@wattyard/console-kit'
import { Select } from 'antd'
import { type FileMapping } from '../../contract/calls/import.ts'
import { FILE_DELIMITERS, FILE_ENCODINGS, type FileEncoding, headRows } from '../../contract/import/session-file.ts'
import { FirstRows } from './first-rows.tsx'
import type { ReadFile } from './read-file.ts'

interface ShapeProps {
  file: ReadFile
  shape: FileMapping['file']
  onShape: (shape: Partial<FileMapping['file']>) => void
  /**
   * Changes the encoding.
   * @throws UnreadableFile when the bytes are not in it
   */
  onEncoding: (encoding: FileEncoding) => void
}

const WORD_OF = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

/** Draws the detected encoding, delimiter and header row, which can be changed, and the resulting first rows. */
export function FileShape({ file, shape, onShape, onEncoding }: ShapeProps) {
  const { t } = useWords()
  const rows = headRows(file.text, shape.delimiter, shape.headerRow + 5).slice(shape.headerRow - 1)
  return (
    <>
      <div className="ch-import-fields ch-import-small">
        {file.encoding !== null && (
          <>
            <div className="ch-field">
              <label htmlFor="import-encoding">{t('charging.importMap.encoding')}</label>
              <Select
                id="import-encoding"
                value={file.encoding}
                options={FILE_ENCODINGS.map(value => ({ value, label: value }))}
                onChange={(value: FileEncoding) => {
                  try {
                    onEncoding(value)
                  } catch {
                    toast.bad(t('charging.importMap.notEncoding', { encoding: value }))
                  }
                }}
              />
            </div>
            <div className="ch-field">
              <label htmlFor="import-delimiter">{t('charging.importMap.delimiter')}</label>
              <Select
                id="import-delimiter"
                value={shape.delimiter}
                options={FILE_DELIMITERS.map(value => ({
                  value,
                  label: t(`charging.importMap.sign.${WORD_OF[value]}`),
                }))}
                onChange={delimiter => onShape({ delimiter })}
              />
            </div>
          </>
        )}
        <div className="ch-field">
          <label htmlFor="import-header">{t('charging.importMap.headerRow')}</label>
          <NumberInput
            id="import-header"
            min={1}
            max={50}
            precision={0}
            value={shape.headerRow}
            onChange={value => value && onShape({ delimiter: shape.delimiter, headerRow: value })}
          />
        </div>
      </div>
      <FirstRows rows={rows} />
    </>
  )
}
