import { ReloadOutlined } from '@ant-design/icons'
import { useWords } from '@wattyard/console-kit'
import { Field } from './field.tsx'

interface PictureFieldProps {
  /** Id of the picture, made by this page. */
  uuid: string
  /** Reason why it is required. */
  why: string
  value: string
  error: string
  onChange: (value: string) => void
  onRenew: () => void
}

/** Draws the contract's picture code and the reason why it is required. */
export function PictureField({ uuid, why, value, error, onChange, onRenew }: PictureFieldProps) {
  const { t } = useWords()
  return (
    <>
      <p className="s-login-why" id="picture-why">
        {why}
      </p>
      <Field
        name="picture"
        label={t('shell.login.picture')}
        autoComplete="off"
        maxLength={10}
        value={value}
        onChange={onChange}
        error={error}
      >
        <span className="s-login-picture">
          <img
            src={`/chg/servlet/validateCodeServlet?uuid=${uuid}`}
            alt={t('shell.login.pictureAlt')}
            width={180}
            height={56}
          />
          <button
            type="button"
            className="w-icon-button"
            aria-label={t('shell.login.pictureRenew')}
            title={t('shell.login.pictureRenew')}
            onClick={onRenew}
          >
            <ReloadOutlined />
          </button>
        </span>
      </Field>
    </>
  )
}
