package io.bayou.demo;

import java.nio.file.Path;
import java.util.List;

/** The steps of the tour, in their order: learn, ask, explain, drift, retrain, promote, verify. */
final class TourScript {
  private static final int ALL = Integer.MAX_VALUE;

  private final TourFiles files;

  TourScript(TourFiles files) {
    this.files = files;
  }

  List<TourStep> steps() {
    return List.of(
        learn(),
        look(),
        ask(),
        answer(),
        explain(),
        drift(),
        worse(),
        retrain(),
        compare(),
        better(),
        promote(),
        askAgain(),
        answerAgain(),
        verify());
  }

  private TourStep learn() {
    return new TourStep(
        "Learn",
        """
        Gauges watch a river. spring.csv has 1,500 of their readings, one an hour; its column
        'water' says what came of each: clear water, a flood or a bloom of algae.\
        """,
        labeled(files.spring()),
        ALL,
        """
        Each row became an event in a Kafka topic, and the model learned it: there is no training
        run. It was created by the first event; nobody has told it which features there are.\
        """);
  }

  private TourStep look() {
    return new TourStep(
        "What it has learned",
        "Every reading was predicted before it was learned, so its own answers are the test.",
        List.of("models", "show", "default"),
        5,
        """
        'so far' counts all readings, 'lately' the last thousand or so. The whole command also
        prints what each feature looks like in each class: leave out the 'head' to see it.\
        """);
  }

  private TourStep ask() {
    return new TourStep(
        "Ask",
        "An event without a label is a question. before.jsonl has one: 27 degrees, level 1.8, sun.",
        question(files.question()),
        ALL,
        """
        Questions have a topic of their own, and so have answers. A program in any language can do
        the same; over HTTP it is POST /models/default/predict.\
        """);
  }

  private TourStep answer() {
    return new TourStep(
        "The answer",
        "Predictions are records in bayou.predictions, with the probability of every class.",
        answer("before"),
        ALL,
        """
        After a spring of cooler water, such a warm day means a bloom. The record in the topic says
        more: the version that answered, and up to which offset it had learned.\
        """);
  }

  private TourStep explain() {
    return new TourStep(
        "Explain",
        "Why? The model can say what each feature has added.",
        List.of(
            "consume",
            "predictions",
            "--from-beginning",
            "--id",
            "before",
            "--max",
            "1",
            "--explain"),
        ALL,
        """
        Each number is added to the log odds of the label against the runner-up: 0.7 doubles the
        odds, -0.7 halves them. With the share of the classes they make up the whole answer.\
        """);
  }

  private TourStep drift() {
    return new TourStep(
        "Drift",
        "Summer comes: the water is 10 degrees warmer and less clear, and nobody tells the model.",
        labeled(files.summer()),
        ALL,
        """
        The model has gone on learning, from 900 readings of summer. What it knows is the average
        of both seasons, though: a clear day of summer is unlike the mean of all clear days.\
        """);
  }

  private TourStep worse() {
    return new TourStep(
        "What drift looks like",
        "The same command as before.",
        List.of("models", "show", "default"),
        5,
        """
        'lately' has fallen behind 'so far': the concept has drifted. The dashboard marks the time,
        a running instance raises an alarm, and a spec with 'on-drift' would act by itself.\
        """);
  }

  private TourStep retrain() {
    return new TourStep(
        "Retrain",
        "recent.yaml says what to do about it: the same learner with 'half-life: 5d', which"
            + " forgets.",
        List.of("retrain", "default", "--spec", files.recent().toString()),
        ALL,
        """
        Version 2 has learned everything again from the log, in the background; version 1 still
        answers. What comes from now on, both learn: a model is a sum, and nothing counts twice.\
        """);
  }

  private TourStep compare() {
    return new TourStep(
        "Compare",
        "The next 600 readings of summer show which version is better.",
        labeled(files.later()),
        ALL,
        """
        Both versions have predicted each of these readings before they learned it. Only the
        predictions of version 1 were published; version 2 is a shadow until it is promoted.\
        """);
  }

  private TourStep better() {
    return new TourStep(
        "Side by side",
        "With two versions, the same command compares them.",
        List.of("models", "show", "default"),
        6,
        """
        The same labels for both, counted since version 2 was ready. Lower log loss means better
        probabilities, higher accuracy more right answers.\
        """);
  }

  private TourStep promote() {
    return new TourStep(
        "Promote",
        "Version 2 is better, so let it answer.",
        List.of("promote", "default@2"),
        ALL,
        """
        One record in a topic, and every instance answers by version 2. Had it been worse, or had
        it learned too little, the command would have refused; a rollback takes a second, too.\
        """);
  }

  private TourStep askAgain() {
    return new TourStep(
        "Ask again",
        "after.jsonl is the same reading as before.",
        question(files.sameQuestion()),
        ALL,
        "Who asks names the model, not the version; it cannot even know that there is another"
            + " one.");
  }

  private TourStep answerAgain() {
    return new TourStep(
        "The answer of version 2",
        "Before, this reading was called a bloom, with hardly a doubt.",
        answer("after"),
        ALL,
        """
        For version 2, which remembers summer, this is an ordinary clear day. Whoever reads the
        predictions did not have to change or restart anything.\
        """);
  }

  private TourStep verify() {
    return new TourStep(
        "Verify",
        "Is the model what the log says? This replays the log and compares, bit for bit.",
        List.of("verify", "default@2"),
        ALL,
        """
        Every example of every partition was learned exactly once, in order, or this would say
        where it was not. You can prove what a model was made of, also after a crash.\
        """);
  }

  private static List<String> labeled(Path file) {
    return List.of(
        "produce",
        "--topic",
        "bayou.labeled",
        "--file",
        file.toString(),
        "--label",
        "water",
        "--time",
        "at");
  }

  private static List<String> question(Path file) {
    return List.of("produce", "--topic", "bayou.unlabeled", "--file", file.toString());
  }

  private static List<String> answer(String id) {
    return List.of("consume", "predictions", "--from-beginning", "--id", id, "--max", "1");
  }
}
