import { saveFile, toast, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'

/** Draws the recovery codes, which are shown only once, because they are not stored in readable form. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const { t } = useWords()
  const text = `${codes.join('\n')}\n`
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      toast.good(t('identity.factor.copied'))
    } catch {
      toast.warn(t('identity.factor.copyByHand'))
    }
  }
  return (
    <>
      <p>{t('identity.factor.keepCodes')}</p>
      <ul className="id-codes">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="w-row w-wrap">
        <Button onClick={() => void copy()}>{t('identity.factor.copy')}</Button>
        <Button onClick={() => saveFile('wattyard-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}>
          {t('identity.factor.save')}
        </Button>
      </div>
    </>
  )
}
