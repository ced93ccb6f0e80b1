import { DownloadOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { useWords } from '../words/use-words.ts'
import { keepFile, pictureAddress } from './file-calls.ts'

interface ViewerProps {
  readonly pictures: readonly { readonly id: string; readonly name: string }[]
  readonly at: number
  readonly onMove: (at: number) => void
  readonly onClose: () => void
}

/** Draws one of several pictures as large as the window allows; the left and right arrow keys show the others. */
export function PictureViewer({ pictures, at, onMove, onClose }: ViewerProps) {
  const { t } = useWords()
  const [failed, setFailed] = useState<string | null>(null)
  const picture = pictures[at]
  if (!picture) return null
  const { id, name } = picture
  const go = (by: number): void => onMove((at + by + pictures.length) % pictures.length)
  const isOne = pictures.length === 1
  return (
    <Dialog
      open
      width={1080}
      title={name}
      onClose={onClose}
      foot={
        <>
          {!isOne && (
            <span className="w-row w-grow">
              <Button icon={<LeftOutlined />} aria-label={t('kit.files.previous')} onClick={() => go(-1)} />
              <output className="w-num">{t('kit.files.place', { at: at + 1, all: pictures.length })}</output>
              <Button icon={<RightOutlined />} aria-label={t('kit.files.next')} onClick={() => go(1)} />
            </span>
          )}
          <Button
            icon={<DownloadOutlined />}
            aria-label={t('kit.files.download', { name })}
            onClick={() => void keepFile(picture)}
          />
          <Button onClick={onClose}>{t('kit.close')}</Button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the whole dialog; the buttons do the same */}
      <div
        className="w-viewer"
        onKeyDown={event => {
          if (!isOne && event.key === 'ArrowLeft') go(-1)
          if (!isOne && event.key === 'ArrowRight') go(1)
        }}
      >
        {failed === id ? (
          <p role="alert">{t('kit.files.pictureFailed')}</p>
        ) : (
          <img key={id} src={pictureAddress(id, 'whole')} alt={name} onError={() => setFailed(id)} />
        )}
      </div>
    </Dialog>
  )
}
