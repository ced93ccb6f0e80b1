import { copyText, Dialog, Fact, Facts, toast, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import type { TenantMade } from '../../contract/tenancy.ts'
import '../personal/personal.css'

/**
 * Draws the first administrator's password, which is shown only once; the dialog closes only when the person confirms that it was
 * kept.
 */
export function MadeTenant({ made, onClose }: { made: TenantMade; onClose: () => void }) {
  const { t } = useWords()
  const copy = async (): Promise<void> => {
    if (await copyText(`${made.username}\n${made.password}`)) toast.good(t('identity.factor.copied'))
    else toast.warn(t('identity.factor.copyByHand'))
  }
  return (
    <Dialog
      open
      width={480}
      title={t('identity.tenants.made')}
      foot={
        <>
          <Button onClick={() => void copy()}>{t('identity.tenants.copyBoth')}</Button>
          <Button type="primary" onClick={onClose}>
            {t('identity.tenants.keptIt')}
          </Button>
        </>
      }
    >
      <p className="id-tenants-said">{t('identity.tenants.madeWhat')}</p>
      <Facts>
        <Fact label={t('identity.tenants.username')} wide>
          <output className="id-secret">{made.username}</output>
        </Fact>
        <Fact label={t('identity.tenants.password')} wide>
          <output className="id-secret">{made.password}</output>
        </Fact>
      </Facts>
    </Dialog>
  )
}
