import { FileImageOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useWords } from '../words/use-words.ts'
import { pictureAddress } from './file-calls.ts'

interface ThumbnailProps {
  readonly id: string
  readonly name: string
  readonly size: 'small' | 'medium' | 'large'
}

/** Draws the thumbnail of a stored picture, or a placeholder with a message when it cannot be shown. */
export function Thumbnail({ id, name, size }: ThumbnailProps) {
  const { t } = useWords()
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed)
    return (
      <span className="w-thumb" data-size={size} title={t('kit.files.pictureFailed')}>
        <FileImageOutlined aria-hidden="true" />
        <span className="w-sr">{`${name} · ${t('kit.files.pictureFailed')}`}</span>
      </span>
    )
  return (
    <img
      className="w-thumb"
      data-size={size}
      src={pictureAddress(id, 'thumbnail')}
      alt={name}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
    />
  )
}
