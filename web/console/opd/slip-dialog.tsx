import { useQuery } from "@tanstack/react-query";
import type { Doctor, Token } from "../../wire/opd.ts";
import { common } from "../messages.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { Failure, Loading } from "../ui/states.tsx";
import { giving, tokens as text, whoIs } from "./messages.ts";
import { opdApi } from "./opd-api.ts";
import { Slip, SlipToPrint } from "./token-slip.tsx";

interface SlipDialogProps {
  token: Token | null;
  doctor: Doctor;
  onClose(): void;
}

/** For those who lost theirs: to scan from the screen, or on paper once more. */
export function SlipDialog({ token, doctor, onClose }: SlipDialogProps) {
  return (
    <Dialog
      title={text.slipTitle(token ? whoIs(token) : "")}
      isOpen={token !== null}
      onClose={onClose}
    >
      {token && <SlipAgain token={token} doctor={doctor} onClose={onClose} />}
    </Dialog>
  );
}

function SlipAgain({ token, doctor, onClose }: SlipDialogProps & { token: Token }) {
  const answer = useQuery({
    queryKey: ["secret", token.id],
    queryFn: () => opdApi.secret(token.id),
    gcTime: 0,
  });
  if (answer.isPending) return <Loading />;
  if (answer.isError) return <Failure error={answer.error} onRetry={() => void answer.refetch()} />;
  const { secret } = answer.data;
  return (
    <>
      <Slip token={token} doctor={doctor} secret={secret} />
      <DialogButtons>
        <Button onPress={onClose}>{common.close}</Button>
        <Button look="main" onPress={() => window.print()}>
          {giving.print}
        </Button>
      </DialogButtons>
      <SlipToPrint token={token} doctor={doctor} secret={secret} />
    </>
  );
}
