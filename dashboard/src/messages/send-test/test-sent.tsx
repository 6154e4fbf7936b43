import { Link } from '@tanstack/react-router'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'

type Props = {
  id: string
  /** What the button that closes it says. */
  back: string
  onClose: () => void
}

export const TestSent = ({ id, back, onClose }: Props) => (
  <Dialog
    title="The test is on its way"
    onClose={onClose}
    footer={
      <Button tone="primary" onClick={onClose}>
        {back}
      </Button>
    }
  >
    <p className="text-soft">
      <Link to="/emails/$id" params={{ id }} onClick={onClose} className="text-accent underline">
        See what happens to it
      </Link>
      , or look into the inbox if messages are captured.
    </p>
  </Dialog>
)
