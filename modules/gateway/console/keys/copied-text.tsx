import { copyText, toast, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import './keys.css'

/** Draws a value that somebody carries to a pile, whole however narrow its place is, with a button that copies it. */
export function CopiedText({ name, value }: { name: string; value: string }) {
  const { t } = useWords()
  const copy = async (): Promise<void> => {
    if (await copyText(value)) toast.good(t('gateway.firstKey.copied', { name }))
    else toast.warn(t('gateway.firstKey.copyByHand'))
  }
  return (
    <span className="gw-copied">
      <output className="w-mono" aria-label={name}>
        {value}
      </output>
      <Button
        size="small"
        // The first of them has the focus: a second Enter after the password would press the button that closes.
        data-autofocus=""
        aria-label={t('gateway.firstKey.copyOf', { name })}
        onClick={() => void copy()}
      >
        {t('gateway.firstKey.copy')}
      </Button>
    </span>
  )
}
