import { CopyOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useWords } from '../../words/use-words.ts'
import { copyText } from '../copy-text.ts'

/** Draws the id of a failed call for support, with its name and a button that copies it. */
export function SupportId({ id }: { id: string }) {
  const { t } = useWords()
  const [isCopied, setCopied] = useState(false)
  return (
    <span className="w-support-id">
      {t('kit.error.requestId')} <span className="w-mono">{id}</span>
      <button
        type="button"
        className="w-icon-button"
        aria-label={t('kit.error.copyId')}
        title={t('kit.error.copyId')}
        onClick={() => void copyText(id).then(setCopied)}
      >
        <CopyOutlined />
      </button>
      <output className="w-sr">{isCopied ? t('kit.share.copied') : ''}</output>
    </span>
  )
}
