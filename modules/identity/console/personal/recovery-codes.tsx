import { saveFile, toast, useSession, useWords, useZone } from '@wattyard/console-kit'
import { Button } from 'antd'
import { recoveryFile } from './recovery-file.ts'

/** Draws the recovery codes, which are shown only once, because they are not stored in readable form. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const { t } = useWords()
  const me = useSession(session => session.me)
  const zone = useZone()
  const text = `${codes.join('\n')}\n`
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      toast.good(t('identity.factor.copied'))
    } catch {
      toast.warn(t('identity.factor.copyByHand'))
    }
  }
  const save = (): void => {
    const account = me?.user.loginName ?? ''
    const file = recoveryFile({ codes, account, company: me?.company?.name ?? '', at: Date.now(), zone, t })
    saveFile(file.name, new Blob([file.text], { type: 'text/plain' }))
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
        <Button onClick={save}>{t('identity.factor.save')}</Button>
      </div>
    </>
  )
}
