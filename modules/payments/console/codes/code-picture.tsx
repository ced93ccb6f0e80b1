import { QRCode } from 'antd'

/** Draws a payment code for a payer's phone. It is black on white in the dark scheme too. */
export function CodePicture({ code }: { code: string }) {
  return (
    // The figure around it says what it is.
    <div aria-hidden="true">
      <QRCode value={code} size={220} type="svg" bordered={false} color="#111" bgColor="#fff" />
    </div>
  )
}
