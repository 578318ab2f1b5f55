import type { Token } from "../../wire/opd.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { tokens as text, whoIs } from "./messages.ts";

interface CancelProps {
  token: Token | null;
  onClose(): void;
  onCancel(token: Token): void;
}

export function CancelDialog({ token, onClose, onCancel }: CancelProps) {
  return (
    <Dialog
      alert
      title={text.cancelTitle(token ? whoIs(token) : "")}
      isOpen={token !== null}
      onClose={onClose}
    >
      <p>{text.cancelText}</p>
      <DialogButtons>
        <Button onPress={onClose}>{text.keep}</Button>
        <Button
          look="danger"
          onPress={() => {
            if (token) onCancel(token);
            onClose();
          }}
        >
          {text.cancelConfirm}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
