import type { FileInfo } from '@wattyard/calls'
import { FileOutlined } from '@ant-design/icons'
import { FILE_LABELS, holdsImages, isImageType } from '@wattyard/resource'
import { useState } from 'react'
import type { CellProps } from '../faces/cells.tsx'
import { NO_VALUE } from '@wattyard/resource'
import { useWords } from '../words/use-words.ts'
import { keepFile, useFileInfos } from './file-calls.ts'
import { idsOf } from './file-cell.tsx'
import { fileSize } from './file-text.ts'
import { PictureViewer } from './picture-viewer.tsx'
import { Thumbnail } from './thumbnail.tsx'
import './files.css'

/** Draws the files of a record in its detail: a gallery of pictures, or a list of files to save. */
export function FilesShown({ value, field, labels }: CellProps) {
  const ids = idsOf(value)
  const infos = useFileInfos(holdsImages(field) ? [] : ids)
  if (ids.length === 0) return <span className="w-quiet">{NO_VALUE}</span>
  const names = labels[FILE_LABELS] ?? {}
  if (holdsImages(field)) return <Gallery pictures={ids.map(id => ({ id, name: names[id] ?? '' }))} />
  const known = new Map(infos.data?.map(info => [info.id, info]))
  return <FileList files={ids.map(id => known.get(id) ?? { id, name: names[id] ?? '' })} isKnown={infos.isSuccess} />
}

/** Draws pictures in a row; pressing one opens it large. */
export function Gallery({ pictures }: { readonly pictures: readonly Pick<FileInfo, 'id' | 'name'>[] }) {
  const { t } = useWords()
  const [shown, setShown] = useState<number | null>(null)
  return (
    <>
      <ul className="w-gallery" aria-label={t('kit.files.list')}>
        {pictures.map(({ id, name }, at) => (
          <li key={id}>
            <button
              type="button"
              className="w-gallery-button"
              aria-label={t('kit.files.open', { name })}
              title={name}
              onClick={() => setShown(at)}
            >
              <Thumbnail id={id} name="" size="large" />
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <PictureViewer pictures={pictures} at={shown} onMove={setShown} onClose={() => setShown(null)} />
      )}
    </>
  )
}

interface FileListProps {
  /** Files to list; type and size are absent until they are known. */
  readonly files: readonly (Pick<FileInfo, 'id' | 'name'> & Partial<FileInfo>)[]
  /** The files have been looked up: an entry without a size is a deleted file. */
  readonly isKnown?: boolean
}

/** Draws files with their sizes; pressing one saves it on the reader's machine. */
export function FileList({ files, isKnown = false }: FileListProps) {
  const { t, language } = useWords()
  if (files.length === 0) return null
  return (
    <ul className="w-files" aria-label={t('kit.files.list')}>
      {files.map(({ id, name, type, bytes }) => (
        <li key={id} className="w-file">
          {type !== undefined && isImageType(type) ? (
            <Thumbnail id={id} name="" size="medium" />
          ) : (
            <span className="w-thumb" data-size="medium" aria-hidden="true">
              <FileOutlined />
            </span>
          )}
          <span className="w-file-text">
            {isKnown && bytes === undefined ? (
              <>
                <span className="w-quiet">{name}</span>
                <small>{t('kit.files.gone')}</small>
              </>
            ) : (
              <>
                <button
                  type="button"
                  className="w-link-button"
                  aria-label={t('kit.files.download', { name })}
                  onClick={() => void keepFile({ id, name })}
                >
                  {name}
                </button>
                <small className="w-num">{bytes === undefined ? '' : fileSize(bytes, language)}</small>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
